//! Reads a style sheet as far as it matters which of its rules a page uses.

/// A rule, with what decides whether a page needs it.
pub enum Rule {
    /// Applies whatever the markup is
    Always(String),
    /// Applies to markup with one of these classes
    Classes(Vec<String>, String),
    /// Applies to elements with one of these names
    Elements(Vec<String>, String),
    /// Custom properties of the theme, of which rules use some: what stands before them, and each with its name
    Variables(String, Vec<(String, String)>),
    /// Matters to rules that mention the name: a key frame or a custom property
    Named(String, String),
    /// `@media …` and the like, around other rules
    Group(String, Vec<Rule>),
}

/// Parses a sheet, or the content of a group.
pub fn rules(css: &str) -> Vec<Rule> {
    let mut rules = Vec::new();
    let mut rest = css;
    while let Some(statement) = Statement::next(&mut rest) {
        let prelude = statement.prelude.trim();
        let Some(block) = statement.block else {
            if !prelude.is_empty() {
                rules.push(Rule::Always(format!("{prelude};")));
            }
            continue;
        };
        let text = || format!("{prelude}{{{block}}}");
        let (keyword, name) = prelude.split_once([' ', '(']).unwrap_or((prelude, ""));
        rules.push(match keyword {
            // Only browsers without `@property` need what this layer sets, and the file has it.
            "@layer" if name == "properties" => Rule::Group(prelude.to_owned(), Vec::new()),
            "@media" if name == "print" || name.contains("hover:hover") => continue,
            "@layer" | "@media" | "@supports" | "@container" => Rule::Group(prelude.to_owned(), self::rules(block)),
            "@keyframes" | "@property" => Rule::Named(name.to_owned(), text()),
            _ if prelude.starts_with('@') => Rule::Always(text()),
            _ if is_of_use_only(prelude) => continue,
            _ if prelude.starts_with(":root") && block.starts_with("--") => Rule::Variables(prelude.to_owned(), variables(block)),
            _ => match (selected_classes(prelude), selected_elements(prelude)) {
                (classes, None) if classes.is_empty() => Rule::Always(text()),
                (classes, Some(elements)) if classes.is_empty() => Rule::Elements(elements, text()),
                (classes, _) => Rule::Classes(classes, text()),
            },
        });
    }
    rules
}

/// Whether all selectors ask for an element that is being used. Nobody uses a page before it is painted, and the file has these rules.
fn is_of_use_only(prelude: &str) -> bool {
    const USES: [&str; 3] = [":hover", ":active", ":focus"];
    !prelude.contains(":not(") && prelude.split(',').all(|selector| USES.iter().any(|of_use| selector.contains(of_use)))
}

fn variables(block: &str) -> Vec<(String, String)> {
    let (mut variables, mut rest) = (Vec::new(), block);
    while let Some(Statement { prelude, .. }) = Statement::next(&mut rest) {
        let name = prelude.split(':').next().unwrap_or_default().trim();
        variables.push((name.to_owned(), format!("{prelude};")));
    }
    variables
}

/// Returns the sheet without its fonts: a page that has declared them keeps those that it has loaded.
pub fn without_fonts(css: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(css.len()), css);
    while let Some(Statement { prelude, block }) = Statement::next(&mut rest) {
        match block {
            Some(_) if prelude.trim() == "@font-face" => {}
            Some(block) => kept.extend([prelude, "{", block, "}"]),
            None => kept.extend([prelude, ";"]),
        }
    }
    kept
}

/// A rule or an at-rule: what stands before its block, and the block's content.
struct Statement<'a> {
    prelude: &'a str,
    block: Option<&'a str>,
}

impl<'a> Statement<'a> {
    /// Takes the next statement off the sheet.
    fn next(rest: &mut &'a str) -> Option<Self> {
        *rest = without_comments(rest);
        if rest.is_empty() {
            return None;
        }
        let (mut depth, mut opened) = (0_usize, None);
        let (mut quote, mut escaped) = (None, false);
        for (at, byte) in rest.bytes().enumerate() {
            if escaped {
                escaped = false;
                continue;
            }
            match (byte, quote) {
                (b'\\', _) => escaped = true,
                (_, Some(open)) if byte == open => quote = None,
                (_, Some(_)) => {}
                (b'"' | b'\'', None) => quote = Some(byte),
                (b';', None) if depth == 0 => return Some(Self::cut(rest, at, None)),
                (b'{', None) => {
                    depth += 1;
                    opened = opened.or(Some(at));
                }
                (b'}', None) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(Self::cut(rest, at, opened));
                    }
                }
                _ => {}
            }
        }
        Some(Self::cut(rest, rest.len(), None))
    }

    /// Splits at the statement's last byte, which is no part of it.
    fn cut(rest: &mut &'a str, end: usize, opened: Option<usize>) -> Self {
        let (own, after) = rest.split_at(end);
        *rest = after.get(1..).unwrap_or_default();
        match opened.and_then(|at| Some((own.get(..at)?, own.get(at + 1..)?))) {
            Some((prelude, block)) => Self { prelude, block: Some(block) },
            None => Self { prelude: own, block: None },
        }
    }
}

fn without_comments(css: &str) -> &str {
    let mut rest = css.trim_start();
    while let Some(after) = rest.strip_prefix("/*") {
        rest = after.split_once("*/").map_or("", |(_, after)| after).trim_start();
    }
    rest
}

/// Returns the classes that a selector asks for. Those that only mark the element around it, and those that must be absent, do not count.
fn selected_classes(selector: &str) -> Vec<String> {
    let mut classes = Vec::new();
    let mut nots: Vec<usize> = Vec::new();
    let mut depth = 0;
    let mut rest = selector;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with(":not(") {
            nots.push(depth);
        }
        match first {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                if nots.last() == Some(&depth) {
                    nots.pop();
                }
            }
            '.' => {
                let (name, after) = identifier(&rest[1..]);
                let is_marker = name == "group" || name == "peer" || name.starts_with("group/") || name.starts_with("peer/");
                if nots.is_empty() && !is_marker && !name.is_empty() {
                    classes.push(name);
                }
                rest = after;
                continue;
            }
            // An escaped character of another name.
            '\\' => rest = &rest[1..],
            _ => {}
        }
        rest = rest.chars().next().map_or("", |skipped| &rest[skipped.len_utf8()..]);
    }
    classes
}

/// Returns the names of the elements that the selectors begin with; None if one of them begins with anything else.
fn selected_elements(selectors: &str) -> Option<Vec<String>> {
    if selectors.contains('(') {
        return None;
    }
    let name_of = |selector: &str| {
        let name: String = selector.trim().chars().take_while(char::is_ascii_alphanumeric).collect();
        (!name.is_empty()).then_some(name)
    };
    selectors.split(',').map(name_of).collect()
}

/// Reads a name in a selector, without its escapes, and returns what follows.
fn identifier(css: &str) -> (String, &str) {
    let mut name = String::new();
    let mut rest = css;
    loop {
        let mut chars = rest.chars();
        match chars.next() {
            Some('\\') => {
                let after = chars.as_str();
                let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
                if digits > 0 {
                    name.extend(u32::from_str_radix(&after[..digits], 16).ok().and_then(char::from_u32));
                    rest = after[digits..].strip_prefix(' ').unwrap_or(&after[digits..]);
                } else {
                    name.extend(after.chars().next());
                    rest = after.chars().next().map_or("", |escaped| &after[escaped.len_utf8()..]);
                }
            }
            Some(letter) if letter.is_alphanumeric() || letter == '-' || letter == '_' || !letter.is_ascii() => {
                name.push(letter);
                rest = chars.as_str();
            }
            _ => return (name, rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_leaves_the_fonts_to_the_page() {
        let css = "@layer a,b;@font-face{src:url(x)}.a{x:\"}\"}@font-face{src:url(y)}@media print{.b{x:2}}";
        assert_eq!(without_fonts(css), "@layer a,b;.a{x:\"}\"}@media print{.b{x:2}}");
    }
}
