//! An embed that is ready, and has no size, or that of an iframe without one.

use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlIFrameElement, ShadowRoot};

/// What keeps the viewer from seeing an embed that is ready.
// twin: npm/src/diagnose/why.ts unseen
pub(in crate::bridge) fn unseen(iframe: &HtmlIFrameElement) -> Option<String> {
    let Some(area) = iframe.get_client_rects().item(0) else {
        return Some(NOT_DISPLAYED.to_owned());
    };
    let target = target_of(iframe);
    let name = (target.as_ref()).map_or_else(|| "target".to_owned(), name_of);
    let (width, height) = (area.width(), area.height());
    if height < 1.0 || width < 1.0 {
        let lacks = if height < 1.0 {
            "height, such as 40rem"
        } else {
            "width, such as 100%, or flex: 1 in a row"
        };
        return Some(format!(
            "The embed is ready, but nobody can see it: it is {} × {} pixels. Give its target ({name}) a {lacks}.",
            width.round(),
            height.round()
        ));
    }
    let is_unstyled = is_equal(height, UNSTYLED_HEIGHT);
    let target = target?;
    if !is_unstyled || !is_height_open(iframe) {
        return is_equal(width, UNSTYLED_WIDTH)
            .then(|| too_narrow(iframe, target))
            .flatten();
    }
    let why = if style_of(&target, "display") == "inline" {
        format!(
            ": its target ({name}) is display: inline, and has no height of its own. Make it a block, and give it a height, such as 40rem."
        )
    } else if has_number(&style_of(&target, "min-height")) {
        format!(
            ": its target ({name}) has only a min-height, which an iframe does not fill. Give it a height, such as 40rem."
        )
    } else {
        format!(
            ", as every iframe whose target has no height. Give its target ({name}) one, such as 40rem: a height of 100% is none unless the element around it has one."
        )
    };
    Some(format!("The embed is {UNSTYLED_HEIGHT} pixels high{why}"))
}

/// This may be a closed tab.
pub(in crate::bridge) const NOT_DISPLAYED: &str = "The embed is ready, but nobody can see it: its target or an element around it is not displayed (display: none). If that is a closed tab or panel, all is well.";

/// What is said of an iframe that nothing around it has given a width.
fn too_narrow(iframe: &HtmlIFrameElement, target: Element) -> Option<String> {
    let target_name = name_of(&target);
    let narrow = name_of(&as_wide_as_content(iframe, target)?);
    let place = if narrow == target_name {
        format!("its target ({narrow})")
    } else {
        format!("the element around its target ({narrow})")
    };
    Some(format!(
        "The embed is {UNSTYLED_WIDTH} pixels wide, as every iframe whose target is only as wide as what is in it. Give {place} a width of its own: flex: 1 in a row, otherwise width: 100%."
    ))
}

/// The outermost element around the iframe that takes its width from it, although there is twice as much
/// room. Another width is tried for a moment, which nobody sees.
fn as_wide_as_content(iframe: &HtmlIFrameElement, target: Element) -> Option<Element> {
    let style = iframe.style();
    let is_ours = style
        .get_property_value("width")
        .is_ok_and(|width| width == "100%")
        && style.get_property_priority("width").is_empty();
    if !is_ours {
        return None;
    }
    let width_of = |element: &Element| element.get_bounding_client_rect().width();
    let around: Vec<_> = std::iter::successors(Some(target), target_of)
        .map(|element| (width_of(&element), element))
        .collect();
    let _ = style.set_property("width", &format!("{}px", UNSTYLED_WIDTH + WIDENED));
    let follows =
        |(width, element): &&(f64, Element)| is_equal((width_of(element) - width).round(), WIDENED);
    let following = around.iter().take_while(follows).count();
    let _ = style.set_property("width", "100%");
    let (room, _) = around.get(following)?;
    let (_, narrow) = around.get(following.checked_sub(1)?)?;
    (*room >= f64::from(2 * UNSTYLED_WIDTH)).then(|| narrow.clone())
}

/// Whether the iframe's 100 % are a part of nothing, because nothing around it has a height. A target that
/// is 150 pixels high by a style of its own looks the same, so another height is tried for a moment, which
/// nobody sees. If the iframe does not follow it, a style of the page decides.
fn is_height_open(iframe: &HtmlIFrameElement) -> bool {
    let style = iframe.style();
    let is_ours = style
        .get_property_value("height")
        .is_ok_and(|height| height == "100%")
        && style.get_property_priority("height").is_empty();
    if !is_ours {
        return false;
    }
    let height_with = |height| {
        let _ = style.set_property("height", height);
        iframe.offset_height()
    };
    let is_free = height_with("160px") == 160;
    let is_open = height_with("200%") == UNSTYLED_HEIGHT;
    let _ = style.set_property("height", "100%");
    is_free && is_open
}

/// The height of an iframe whose target has none, in CSS pixels.
const UNSTYLED_HEIGHT: i32 = 150;

/// The width of an iframe around which nothing has a width.
const UNSTYLED_WIDTH: i32 = 300;

/// By how much the iframe is made wider for a moment, in CSS pixels.
const WIDENED: i32 = 10;

fn is_equal(length: f64, pixels: i32) -> bool {
    length.to_bits() == f64::from(pixels).to_bits()
}

fn name_of(element: &Element) -> String {
    match element.id() {
        id if id.is_empty() => element.local_name(),
        id => format!("#{id}"),
    }
}

/// The element whose box the iframe fills: one without a box stands for the one around it.
fn target_of(element: &Element) -> Option<Element> {
    let host = || element.parent_node()?.dyn_into::<ShadowRoot>().ok();
    let target = element.parent_element().or_else(|| Some(host()?.host()))?;
    if style_of(&target, "display") == "contents" {
        target_of(&target)
    } else {
        Some(target)
    }
}

/// A style of the element as the browser computes it.
fn style_of(element: &Element, name: &str) -> String {
    let style = web_sys::window().and_then(|window| window.get_computed_style(element).ok()?);
    let value = style.and_then(|style| style.get_property_value(name).ok());
    value.unwrap_or_default()
}

/// Whether a length is more than nothing.
fn has_number(length: &str) -> bool {
    length.starts_with(|first| matches!(first, '1'..='9'))
}
