//! An iframe that the page has thrown away.

use web_sys::{Element, HtmlIFrameElement};

use crate::bridge::browser;
use crate::bridge::live::Live;

/// Whether the page has taken the iframe out of the document, or what is around it. One that was never in it
/// still waits to be put in.
pub(super) fn is_gone(live: &Live) -> bool {
    let iframe = live.frame.iframe();
    let was_in = || live.is_shown() || live.has_window() || rendered_again(iframe).is_some();
    !iframe.is_connected() && was_in()
}

/// What is said of an iframe that is in no document any more.
pub(super) fn gone(iframe: &HtmlIFrameElement) -> String {
    match rendered_again(iframe) {
        Some(id) => format!(
            "The page has rendered #{id} again, and the iframe of the embed has gone with the old element. Mount into an element that the page leaves as it is, or call `destroy` and `mount` at each rendering."
        ),
        None => "The page has taken the iframe of the embed out of the document. If it is not needed any more, call `destroy`. If the page has rendered an element around it again, mount into one that the page leaves as it is. If the page puts it back later, all is well.".to_owned(),
    }
}

/// The id of an element around the iframe that the document has again, as another element.
fn rendered_again(iframe: &HtmlIFrameElement) -> Option<String> {
    let document = browser::document()?;
    let parents = |element: &Element| element.parent_element();
    let mut old = std::iter::successors(iframe.parent_element(), parents).map(|old| old.id());
    old.find(|id| !id.is_empty() && document.get_element_by_id(id).is_some())
}
