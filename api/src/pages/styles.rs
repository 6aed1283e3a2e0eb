//! The style sheet of the web, in two parts: the rules that a page's own markup uses are sent inside the page, so that it can be painted at
//! once; the whole sheet follows as a file before the scripts, for everything that comes later. The file repeats the page's rules in their
//! order, so the cascade is that of one sheet.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;

use super::css::{Rule, rules, without_fonts};

/// A sheet, parsed once.
#[derive(Default)]
pub struct Styles {
    rules: Vec<Rule>,
    /// The names in the markup that every page has
    shared: Names,
}

/// Classes, ids, elements and attributes of the markup: all that a selector can ask for.
#[derive(Clone, Default)]
struct Names {
    classes: HashSet<String>,
    elements: HashSet<String>,
}

impl Styles {
    /// `template` is the markup that every page has.
    pub fn parse(css: &str, template: &str) -> Self {
        let mut shared = Names::default();
        shared.add(template);
        Self { rules: rules(css), shared }
    }

    /// Returns the rules for a page with this markup, in their order.
    pub fn needed_by(&self, html: &str) -> String {
        let mut names = self.shared.clone();
        names.add(html);
        // Rules mention variables, and these mention others.
        let mut css = String::new();
        for _ in 0..4 {
            let mut next = String::with_capacity(css.len() + 4096);
            write(&self.rules, &names, &css, &mut next);
            css = next;
        }
        css
    }
}

/// Writes the rules that apply; those that others have to mention only where `mentions` does.
fn write(rules: &[Rule], names: &Names, mentions: &str, css: &mut String) {
    for rule in rules {
        match rule {
            Rule::Always(text) => css.push_str(text),
            Rule::Classes(own, text) if own.iter().any(|class| names.classes.contains(class)) => css.push_str(text),
            Rule::Elements(own, text) if own.iter().any(|element| names.elements.contains(element)) => css.push_str(text),
            Rule::Named(name, text) if mentions.contains(name.as_str()) => css.push_str(text),
            Rule::Classes(..) | Rule::Elements(..) | Rule::Named(..) => {}
            Rule::Variables(prelude, variables) => {
                let used = variables.iter().filter(|(name, _)| mentions.contains(name.as_str()));
                write_group(prelude, css, |css| css.extend(used.map(|(_, text)| text.as_str())));
            }
            Rule::Group(prelude, inner) => write_group(prelude, css, |css| write(inner, names, mentions, css)),
        }
    }
}

/// Writes what stands within braces, unless it is nothing.
fn write_group(prelude: &str, css: &mut String, write_inner: impl FnOnce(&mut String)) {
    let before = css.len();
    css.push_str(prelude);
    css.push('{');
    let begun = css.len();
    write_inner(css);
    if css.len() > begun {
        css.push('}');
        return;
    }
    css.truncate(before);
    // A layer keeps its place among the others.
    if prelude.starts_with("@layer") {
        css.extend([prelude, ";"]);
    }
}

impl Names {
    fn add(&mut self, html: &str) {
        self.classes.extend(class_names(html));
        let elements =
            html.split('<').skip(1).map(|tag| tag.split(|end: char| !end.is_ascii_alphanumeric()).next().unwrap_or_default());
        self.elements.extend(elements.filter(|name| !name.is_empty()).map(str::to_owned));
        // Those around the markup.
        self.elements.extend(["html", "body"].map(str::to_owned));
    }
}

/// Returns the classes of all elements.
fn class_names(html: &str) -> impl Iterator<Item = String> {
    html.split(" class=\"").skip(1).filter_map(|rest| rest.split('"').next()).flat_map(|names| {
        let plain =
            names.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#x27;", "'").replace("&amp;", "&");
        plain.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>()
    })
}

/// Takes the links to style sheets out of the page. Returns the page, the links and what the sheets say; their files leave the fonts to the page.
pub fn without_styles(html: &str, files: &mut HashMap<String, Bytes>) -> (String, String, String) {
    let (mut page, mut links, mut styles, mut rest) = (String::with_capacity(html.len()), String::new(), String::new(), html);
    while let Some(at) = rest.find("<link rel=\"stylesheet\"") {
        let (before, tag) = rest.split_at(at);
        let (tag, after) = tag.split_at(tag.find('>').map_or(tag.len(), |end| end + 1));
        let href = tag.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        page.push_str(before);
        match files.get(href).and_then(|css| std::str::from_utf8(css).ok()) {
            Some(css) if !css.contains("</style") => {
                styles.push_str(&rooted(css, href));
                links.push_str(tag);
                let file = Bytes::from(without_fonts(css));
                files.insert(href.to_owned(), file);
                for packed in [".br", ".gz"] {
                    files.remove(&format!("{href}{packed}"));
                }
            }
            _ => page.push_str(tag),
        }
        rest = after;
    }
    (page + rest, links, styles)
}

/// Makes addresses that are relative to the style sheet relative to the root.
fn rooted(css: &str, href: &str) -> String {
    let folder = href.rsplit_once('/').map_or("", |(folder, _)| folder);
    css.replace("url(./", &format!("url({folder}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(css: &str, html: &str) -> String {
        Styles::parse(css, "<body class=\"page\">").needed_by(html)
    }

    #[test]
    fn rules_come_with_the_classes_that_they_ask_for_and_in_their_order() {
        let css = ".page{x:0}.a{x:1}.b,.c{x:2}.a .d{x:3}p{x:4}:root:not(.e):has(.f){x:5}:not(.g){x:6}";
        assert_eq!(needed(css, "<p class=\"a\">"), ".page{x:0}.a{x:1}.a .d{x:3}p{x:4}:not(.g){x:6}");
        assert_eq!(
            needed(css, "<p class=\"z c\"><p class=\"f\">"),
            ".page{x:0}.b,.c{x:2}p{x:4}:root:not(.e):has(.f){x:5}:not(.g){x:6}"
        );
    }

    #[test]
    fn rules_for_elements_in_use_are_left_to_the_file() {
        let css = ".a{x:1}.a:hover,.b:focus-visible{x:2}.a:hover,.a{x:3}.a:not(:hover){x:4}@media print{.a{x:5}}@media (hover:hover){.a{x:6}}";
        assert_eq!(needed(css, "<p class=\"a\">"), ".a{x:1}.a:hover,.a{x:3}.a:not(:hover){x:4}");
    }

    #[test]
    fn names_are_compared_without_their_escapes() {
        let css = r#".md\:w-1\/2{x:1}.\32 xl{x:2}.\[\&\>a\]\:m{x:3}.before\:content-\[\'\}\'\]:before{content:"}"}.group-open\:x:is(:where(.group):open *){x:5}"#;
        assert_eq!(needed(css, "<p class=\"md:w-1/2\">"), r".md\:w-1\/2{x:1}");
        assert_eq!(needed(css, "<p class=\"2xl\">"), r".\32 xl{x:2}");
        assert_eq!(needed(css, "<p class=\"[&amp;&gt;a]:m\">"), r".\[\&\>a\]\:m{x:3}");
        assert_eq!(
            needed(css, "<p class=\"before:content-[&#x27;}&#x27;]\">"),
            r#".before\:content-\[\'\}\'\]:before{content:"}"}"#
        );
        assert_eq!(needed(css, "<p class=\"group\">"), "");
        assert!(needed(css, "<p class=\"group-open:x\">").contains("{x:5}"));
    }

    #[test]
    fn rules_for_elements_come_with_them() {
        let css = "html{x:0}hr{x:1}p,h1{x:2}abbr:where([title]){x:3}::backdrop,hr{x:4}";
        assert_eq!(needed(css, "<h1>a</h1><hr/>"), "html{x:0}hr{x:1}p,h1{x:2}abbr:where([title]){x:3}::backdrop,hr{x:4}");
        assert_eq!(needed(css, "<div>"), "html{x:0}abbr:where([title]){x:3}::backdrop,hr{x:4}");
    }

    #[test]
    fn variables_come_with_the_rules_and_variables_that_mention_them() {
        let css = ":root{--a:var(--b);--b:\"x;y\";--c:1}.a{x:var(--a)}.c{x:var(--c)}";
        assert_eq!(needed(css, "<p class=\"a\">"), ":root{--a:var(--b);--b:\"x;y\";}.a{x:var(--a)}");
        assert_eq!(needed(css, "<p>"), "");
    }

    #[test]
    fn groups_come_with_what_is_in_them_and_layers_keep_their_places() {
        let css = "/*! x */@layer properties{@supports (x:y){*{--a:0}}}@layer theme{:root{--c:1}}@layer components;\
            @layer utilities{.a{x:var(--c)}@media (width>=1px){.a{x:2}@media (hover:hover){.b{x:3}}}}@font-face{src:url(data:x;y)}";
        assert_eq!(
            needed(css, "<p class=\"a\">"),
            "@layer properties;@layer theme{:root{--c:1;}}@layer components;@layer utilities{.a{x:var(--c)}@media (width>=1px){.a{x:2}}}\
             @font-face{src:url(data:x;y)}"
        );
        assert!(needed(css, "<p>").contains("@layer components;@layer utilities;@font-face"));
    }

    #[test]
    fn key_frames_and_properties_come_with_the_rules_that_mention_them() {
        let css = "@keyframes spin{to{x:1}}.a{animation:1s spin}.b{--tw-x:1}@property --tw-x{inherits:false}@property --tw-y{inherits:false}";
        assert_eq!(needed(css, "<p class=\"a\">"), "@keyframes spin{to{x:1}}.a{animation:1s spin}");
        assert_eq!(needed(css, "<p class=\"b\">"), ".b{--tw-x:1}@property --tw-x{inherits:false}");
    }

    #[test]
    fn a_broken_sheet_is_no_fault_of_the_pages() {
        for css in ["", "}", ".a{", ".", "@", ".\\", "/*", "a{}}", "\"", ".a{x:'}", "{}", ";;"] {
            needed(css, "<p class=\"a");
            without_fonts(css);
        }
    }
}
