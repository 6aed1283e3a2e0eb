//! Markdown to clean HTML.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::Builder;
use manao_kernel::problem::Lang;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream, html};

use super::source::PICTURE;
use super::{Heading, Rendered};
use crate::files::pictures;

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_HEADING_ATTRIBUTES
}

/// Returns how deep the elements of a body nest.
pub fn depth(body: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for event in Parser::new_ext(body, options()) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Renders Markdown; what it links to, shows and is titled is added to `rendered`.
pub fn write(text: &str, lang: Lang, rendered: &mut Rendered) -> String {
    let events: Vec<Event<'_>> = TextMergeStream::new(Parser::new_ext(text, options())).collect();
    let mut out = Vec::with_capacity(events.len());
    let mut at = 0;
    while at < events.len() {
        match &events[at] {
            // Markup that somebody typed is text.
            Event::Html(raw) | Event::InlineHtml(raw) => out.push(Event::Text(raw.clone())),
            Event::Text(text) => {
                rendered.plain.push_str(&text.replace("==", ""));
                labelled(text, &mut out, rendered);
            }
            Event::Start(Tag::Heading { level, id, .. }) => {
                let end = closing(&events, at, |tag| matches!(tag, TagEnd::Heading(_)));
                let text = text_of(&events[at..end]);
                let heading = Heading { id: anchor(id.as_deref(), &text, rendered), text, level: number(*level) };
                out.push(Event::Start(Tag::Heading {
                    level: *level,
                    id: Some(heading.id.clone().into()),
                    classes: Vec::new(),
                    attrs: Vec::new(),
                }));
                rendered.headings.push(heading);
                rendered.plain.push(' ');
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                out.push(Event::Start(Tag::Link { link_type, dest_url: address(dest_url, lang, rendered), title, id }));
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let end = closing(&events, at, |tag| matches!(tag, TagEnd::Image));
                let alt = text_of(&events[at..end]);
                match dest_url.strip_prefix(PICTURE) {
                    Some(name) => {
                        rendered.pictures.push(name.to_owned());
                        out.extend(
                            pictures::figure(name, &alt, lang, rendered.pictures.len() == 1)
                                .map(|figure| Event::InlineHtml(figure.into())),
                        );
                    }
                    None => rendered.remarks.push(format!("a picture that is not ours: {dest_url}")),
                }
                at = end;
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell) => {
                rendered.plain.push(' ');
                out.push(events[at].clone());
            }
            other => out.push(other.clone()),
        }
        at += 1;
    }
    let mut written = String::with_capacity(text.len() * 2);
    html::push_html(&mut written, out.into_iter());
    written
        // A picture stands by itself, in no paragraph.
        .replace("<p><figure", "<figure")
        .replace("</figure></p>", "</figure>")
        // A table that is wider than the page scrolls in a frame of its own. To a screen reader an empty corner is no heading.
        .replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<th></th>", "<td></td>")
}

/// Renders a line without the paragraph around it.
pub fn inline(text: &str, lang: Lang, rendered: &mut Rendered) -> String {
    let written = write(text, lang, rendered);
    let written = written.trim();
    written.strip_prefix("<p>").and_then(|inner| inner.strip_suffix("</p>")).unwrap_or(written).to_owned()
}

/// Cuts `==label==` out of a text.
fn labelled<'a>(text: &CowStr<'a>, out: &mut Vec<Event<'a>>, rendered: &mut Rendered) {
    let parts: Vec<&str> = text.split("==").collect();
    if parts.len() < 3 || parts.len().is_multiple_of(2) {
        out.push(Event::Text(text.clone()));
        return;
    }
    for (index, part) in parts.into_iter().enumerate() {
        if index % 2 == 0 {
            out.push(Event::Text(part.to_owned().into()));
        } else {
            rendered.labels.push(part.to_owned());
            out.push(Event::InlineHtml("<b class=\"ui\">".into()));
            out.push(Event::Text(part.to_owned().into()));
            out.push(Event::InlineHtml("</b>".into()));
        }
    }
}

/// Returns where a link leads: paths of this site in the page's language, other sites by http or https, nothing else.
fn address<'a>(href: &str, lang: Lang, rendered: &mut Rendered) -> CowStr<'a> {
    if href.starts_with('/') && !href.starts_with("//") && !href.contains('\\') {
        rendered.links.push(href.to_owned());
        return format!("{}{href}", lang.prefix()).into();
    }
    let allowed = ["#", "https://", "http://", "mailto:", "tel:"].iter().any(|scheme| href.starts_with(scheme));
    if !allowed {
        rendered.remarks.push(format!("a link that leads nowhere: {href}"));
    }
    if allowed { href.to_owned().into() } else { "#".into() }
}

fn closing(events: &[Event<'_>], from: usize, is_end: impl Fn(&TagEnd) -> bool) -> usize {
    let found = events[from..].iter().position(|event| matches!(event, Event::End(tag) if is_end(tag)));
    found.map_or(events.len() - 1, |offset| from + offset)
}

fn text_of(events: &[Event<'_>]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    texts.collect::<String>().replace("==", "")
}

/// Returns a heading's anchor: the given one, else its Latin letters and digits, else its number.
fn anchor(given: Option<&str>, text: &str, rendered: &Rendered) -> String {
    let own = given.map_or_else(|| text.to_lowercase(), str::to_owned);
    let plain: String = own.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let plain = plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let taken = |id: &str| rendered.headings.iter().any(|heading| heading.id == id);
    let number = rendered.headings.len() + 1;
    match () {
        () if plain.is_empty() => format!("h-{number}"),
        () if taken(&plain) => format!("{plain}-{number}"),
        () => plain,
    }
}

fn number(level: HeadingLevel) -> u8 {
    level as u8
}

/// Removes everything that an article has no use for.
pub fn clean(html: &str) -> String {
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut builder = Builder::default();
        builder
            .tags(HashSet::from([
                "p",
                "h2",
                "h3",
                "h4",
                "ul",
                "ol",
                "li",
                "strong",
                "em",
                "b",
                "del",
                "a",
                "blockquote",
                "code",
                "pre",
                "hr",
                "br",
                "table",
                "thead",
                "tbody",
                "tr",
                "th",
                "td",
                "sup",
                "div",
                "aside",
                "details",
                "summary",
                "figure",
                "img",
            ]))
            .tag_attributes(HashMap::from([
                ("a", HashSet::from(["href", "title"])),
                ("img", HashSet::from(["src", "alt", "width", "height", "loading", "fetchpriority", "decoding"])),
                ("div", HashSet::from(["tabindex"])),
                ("aside", HashSet::from(["role"])),
                ("ol", HashSet::from(["start"])),
                ("th", HashSet::from(["style"])),
                ("td", HashSet::from(["style"])),
            ]))
            .generic_attributes(HashSet::from(["id"]))
            .filter_style_properties(HashSet::from(["text-align"]))
            .allowed_classes(HashMap::from([
                ("div", HashSet::from(["steps", "footnote-definition", "wide"])),
                ("aside", HashSet::from(["note", "tip", "warning"])),
                ("b", HashSet::from(["ui"])),
                ("sup", HashSet::from(["footnote-reference", "footnote-definition-label"])),
                ("figure", HashSet::from(["shot"])),
            ]))
            .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
            .link_rel(None)
            .attribute_filter(|element, attribute, value| match (element, attribute) {
                // Pictures are ours only.
                ("img", "src") => value.starts_with("/content/").then_some(value.into()),
                _ => Some(value.into()),
            });
        builder
    });
    let clean = CLEANER.clean(html).to_string();
    // Links to other sites hand on neither our window nor our reputation.
    clean.replace("<a href=\"http", "<a rel=\"noopener nofollow\" target=\"_blank\" href=\"http")
}
