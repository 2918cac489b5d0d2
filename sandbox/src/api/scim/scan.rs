//! Splits a filter into tokens.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::filter::invalid;
use crate::json::Failure;

/// A token of a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// An attribute, an operator, a number, `true`, `false` or `null`.
    Word(String),
    /// A text in quotes.
    Text(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `[`.
    OpenBracket,
    /// `]`.
    CloseBracket,
}

/// The maximum length of a filter or of a path, in bytes.
const MAX_LENGTH: usize = 4_096;

/// The maximum number of brackets that are open at the same time.
const MAX_NESTING: usize = 16;

/// Returns the tokens, one after another, and counts the brackets that are open.
#[derive(Debug)]
pub struct Scanner {
    tokens: Peekable<IntoIter<Token>>,
    nesting: usize,
}

/// Checks the length of a filter or of a path.
///
/// 400 with `invalidFilter` if it is too long.
pub fn require_short(text: &str) -> Result<(), Failure> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    Err(invalid(&format!("it is longer than {MAX_LENGTH} bytes")))
}

impl Scanner {
    /// Splits a filter.
    ///
    /// 400 with `invalidFilter` if it is too long or a text in it is broken.
    pub fn new(text: &str) -> Result<Self, Failure> {
        require_short(text)?;
        Ok(Self {
            tokens: tokens(text)?.into_iter().peekable(),
            nesting: 0,
        })
    }

    /// Counts a bracket that was opened.
    ///
    /// 400 with `invalidFilter` if too many are open.
    pub fn enter(&mut self) -> Result<(), Failure> {
        self.nesting += 1;
        if self.nesting <= MAX_NESTING {
            return Ok(());
        }
        Err(invalid(&format!(
            "more than {MAX_NESTING} brackets are open at the same time"
        )))
    }

    /// Counts a bracket that was closed.
    pub fn leave(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    /// The next token, without consuming it.
    pub fn peek(&mut self) -> Option<&Token> {
        self.tokens.peek()
    }

    /// Consumes the next token.
    pub fn next(&mut self) -> Option<Token> {
        self.tokens.next()
    }

    /// Consumes the next token if it is a name after a dot. Returns the name.
    pub fn take_sub(&mut self) -> Option<String> {
        let name = match self.tokens.peek()? {
            Token::Word(word) => word.strip_prefix('.')?.to_owned(),
            _ => return None,
        };
        self.tokens.next();
        Some(name)
    }

    /// Consumes the next token if it is this one. Returns true in that case.
    pub fn take_word(&mut self, wanted: &str) -> bool {
        let is =
            |token: &Token| matches!(token, Token::Word(word) if word.eq_ignore_ascii_case(wanted));
        self.tokens.next_if(is).is_some()
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, Failure> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' | '[' | ']' => {
                tokens.push(match first {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    '[' => Token::OpenBracket,
                    _ => Token::CloseBracket,
                });
                1
            }
            '"' => {
                let length = quoted(rest).ok_or_else(|| invalid("a quote is not closed"))?;
                let (text, _) = rest.split_at(length);
                let text = serde_json::from_str(text).map_err(|_| invalid("a text is not JSON"))?;
                tokens.push(Token::Text(text));
                length
            }
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "()[]\"".contains(letter);
                let length = rest.find(ends).unwrap_or(rest.len());
                tokens.push(Token::Word(rest.split_at(length).0.to_owned()));
                length
            }
        };
        rest = rest.split_at(length).1.trim_start();
    }
    Ok(tokens)
}

/// The length of the quoted text at the start, including its quotes.
fn quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().skip(1).find_map(|(at, letter)| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends.then_some(at + 1)
    })
}
