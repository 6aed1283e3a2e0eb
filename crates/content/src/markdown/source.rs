//! The source of a body, cut at its directives.

/// A part of a body.
#[derive(Debug, PartialEq)]
pub enum Part<'a> {
    Markdown(String),
    /// `:::note`, `:::steps`, `:::faq` and their content
    Container(&'a str, String),
    Product(&'a str),
    Game(&'a str),
    Tournament(i64),
}

const CONTAINERS: [&str; 5] = ["note", "tip", "warning", "steps", "faq"];

/// Address of a picture's name, as [`super::html`] finds it.
pub const PICTURE: &str = "picture:";

/// Cuts a body at its directives; unknown ones are left out and remarked.
pub fn parts<'a>(body: &'a str, remarks: &mut Vec<String>) -> Vec<Part<'a>> {
    let (mut parts, mut text) = (Vec::new(), String::new());
    let (mut container, mut fenced): (Option<&str>, bool) = (None, false);
    let flush = |text: &mut String, container: Option<&'a str>, parts: &mut Vec<Part<'a>>| {
        let text = std::mem::take(text);
        match container {
            Some(name) => parts.push(Part::Container(name, text)),
            None if text.trim().is_empty() => {}
            None => parts.push(Part::Markdown(text)),
        }
    };
    for line in body.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        let Some(directive) = line.trim_start().strip_prefix(":::").filter(|_| !fenced) else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        let (name, argument) = directive.trim().split_once(char::is_whitespace).unwrap_or((directive.trim(), ""));
        let argument = argument.trim();
        match name {
            "" => {
                flush(&mut text, container.take(), &mut parts);
            }
            "picture" => match picture(argument) {
                // As a paragraph of its own, within the list's item that it is indented to.
                Some(image) => {
                    let indent = &line[..line.len() - line.trim_start().len()];
                    text.push_str(&format!("\n{indent}{image}\n\n"));
                }
                None => remarks.push(format!("a picture needs a name and a text: {argument}")),
            },
            _ if container.is_some() => remarks.push(format!("a directive within another: {name}")),
            "product" | "game" | "tournament" => {
                flush(&mut text, None, &mut parts);
                match (name, argument.parse()) {
                    ("product", _) => parts.push(Part::Product(argument)),
                    ("game", _) => parts.push(Part::Game(argument)),
                    (_, Ok(id)) => parts.push(Part::Tournament(id)),
                    (_, Err(_)) => remarks.push(format!("not a tournament's number: {argument}")),
                }
            }
            _ if CONTAINERS.contains(&name) => {
                flush(&mut text, None, &mut parts);
                container = Some(name);
            }
            _ => remarks.push(format!("unknown directive: {name}")),
        }
    }
    if container.is_some() {
        remarks.push("a directive without its end".to_owned());
    }
    flush(&mut text, container, &mut parts);
    parts
}

/// Writes `name "text"` as Markdown's picture.
fn picture(argument: &str) -> Option<String> {
    let (name, rest) = argument.split_once(char::is_whitespace)?;
    let alt = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let alt: String = alt.chars().filter(|c| !matches!(c, '[' | ']' | '\\' | '<' | '>' | '"' | '`')).collect();
    (!name.is_empty() && name.chars().all(plain) && !alt.trim().is_empty()).then(|| format!("![{alt}]({PICTURE}{name})"))
}
