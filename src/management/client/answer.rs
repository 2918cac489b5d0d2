//! Reads the body of an answer, but never more than a limit.

use super::transport::{HttpResponse, TransportError};

/// The most bytes that are read of an answer if the caller sets no limit: 8 × 1,024 × 1,024.
pub(super) const LONGEST_ANSWER: u64 = 8_388_608;

/// The most bytes that are read of an error's body.
pub(super) const LONGEST_ERROR: u64 = 65_536;

/// The text of a body.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) text: String,
    /// True if the body is longer than the limit. The text is its beginning then.
    pub(super) is_cut: bool,
}

/// True if the service says that an answer is longer than `max_bytes`, so that it need not be read.
pub(super) fn is_too_long(response: &impl HttpResponse, max_bytes: u64) -> bool {
    let length = response.header("content-length");
    let length = length.and_then(|length| length.trim_ascii().parse::<u64>().ok());
    length.is_some_and(|length| length > max_bytes)
}

/// Reads a body up to `max_bytes`. The rest is not read: dropping the answer closes the connection.
pub(super) async fn text_within(
    mut response: impl HttpResponse,
    max_bytes: u64,
) -> Result<Text, TransportError> {
    let max = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    let mut is_cut = false;
    while let Some(chunk) = response.chunk().await? {
        let left = max - bytes.len();
        is_cut = chunk.len() > left;
        bytes.extend(chunk.into_iter().take(left));
        if is_cut {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    // As the decoder of the web does.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(Text {
        text: text.to_owned(),
        is_cut,
    })
}
