//! JavaScript's own strings as the protocol's texts.

use wasm_bindgen::JsValue;

use super::host;
use crate::protocol::Text;

impl Text for JsValue {
    fn of(text: &str) -> Self {
        text.into()
    }

    fn is(&self, text: &str) -> bool {
        host::is(self, text)
    }

    fn push(&mut self, text: &Self) {
        *self = host::joined(self, text);
    }

    fn push_str(&mut self, text: &str) {
        *self = host::joined_str(self, text);
    }

    #[expect(clippy::cast_precision_loss, reason = "as the trait says")]
    fn push_number(&mut self, number: u64) {
        self.push(&JsValue::from_f64(number as f64));
    }

    fn encoded(&self) -> Self {
        host::encoded(self)
    }

    fn matches(&self, pattern: &str) -> bool {
        host::matches(self, pattern)
    }

    fn capture(&self, pattern: &str) -> Option<Self> {
        let captured = host::capture(self, pattern);
        (!captured.is_undefined()).then_some(captured)
    }

    fn replace(&self, pattern: &str, by: &str) -> Self {
        host::replaced(self, pattern, by)
    }
}
