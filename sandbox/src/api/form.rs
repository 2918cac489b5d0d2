//! Reads `multipart/form-data`, in which browsers and command lines send files.

use crate::json::Failure;

/// The fields of a form.
#[derive(Debug)]
pub struct Form(Vec<Field>);

#[derive(Debug)]
struct Field {
    name: String,
    file_name: Option<String>,
    content: Vec<u8>,
}

impl Form {
    /// The form in a body; `None` if the body is of another media type.
    ///
    /// 400 if the body is not a form.
    pub fn parse(media_type: &str, body: &[u8]) -> Result<Option<Self>, Failure> {
        let mut parameters = parameters(media_type);
        let is_form = parameters
            .next()
            .is_some_and(|essence| essence.eq_ignore_ascii_case("multipart/form-data"));
        if !is_form {
            return Ok(None);
        }
        let broken = || Failure::invalid("the body is not multipart/form-data");
        let boundary = parameters
            .find_map(|parameter| value_of(parameter, "boundary"))
            .ok_or_else(broken)?;
        let delimiter = [b"--", boundary.as_bytes()].concat();
        // The first part is what comes before the form, the last one ends with `--`.
        let mut parts = split(body, &delimiter).into_iter().skip(1).peekable();
        let mut fields = Vec::new();
        while let Some(part) = parts.next() {
            if part.starts_with(b"--") {
                return Ok(Some(Self(fields)));
            }
            if parts.peek().is_none() {
                break;
            }
            fields.push(Field::parse(part).ok_or_else(broken)?);
        }
        Err(broken())
    }

    /// The text of a field.
    pub fn text(&self, name: &str) -> Option<&str> {
        let field = self.0.iter().find(|field| field.name == name)?;
        std::str::from_utf8(&field.content).ok()
    }

    /// The content and the name of the file: the first field that has a file name, else `content`.
    pub fn file(&self) -> Option<(&[u8], Option<&str>)> {
        let file = self.0.iter().find(|field| field.file_name.is_some());
        let field = file.or_else(|| self.0.iter().find(|field| field.name == "content"))?;
        Some((&field.content, field.file_name.as_deref()))
    }
}

impl Field {
    fn parse(part: &[u8]) -> Option<Self> {
        let part = part.strip_prefix(b"\r\n")?.strip_suffix(b"\r\n")?;
        let (head, content) = if let Some(content) = part.strip_prefix(b"\r\n") {
            (&[][..], content)
        } else {
            let at = part.windows(4).position(|four| four == b"\r\n\r\n")?;
            (part.get(..at)?, part.get(at + 4..)?)
        };
        let head = std::str::from_utf8(head).ok()?;
        let disposition = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-disposition")
                .then_some(value)
        })?;
        let parameter =
            |name: &str| parameters(disposition).find_map(|parameter| value_of(parameter, name));
        Some(Self {
            name: parameter("name")?,
            file_name: parameter("filename"),
            content: content.to_vec(),
        })
    }
}

/// The parameters of a header. A semicolon within quotes belongs to a value.
fn parameters(header: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let ends = move |letter: char| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    };
    header.split(ends).map(str::trim)
}

/// The value of `name=value` or `name="value"`.
fn value_of(parameter: &str, name: &str) -> Option<String> {
    let (key, value) = parameter.split_once('=')?;
    key.eq_ignore_ascii_case(name)
        .then(|| value.trim_matches('"').to_owned())
}

/// The parts between the delimiters, each of which begins a line.
fn split<'b>(body: &'b [u8], delimiter: &[u8]) -> Vec<&'b [u8]> {
    let begins_line =
        |at: usize| at == 0 || body.get(..at).is_some_and(|all| all.ends_with(b"\r\n"));
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, window) in body.windows(delimiter.len()).enumerate() {
        if at >= start && window == delimiter && begins_line(at) {
            parts.push(body.get(start..at).unwrap_or_default());
            start = at + delimiter.len();
        }
    }
    parts.push(body.get(start..).unwrap_or_default());
    parts
}
