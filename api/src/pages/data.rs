//! The answers that a page carries for its first paint, as JSON inside of HTML.

use serde_json::{Value, json};

use super::head::embeddable;

/// Begins an element whose content is the server's own HTML: `web/src/ui/prose.tsx`.
const SHOWN: &str = " data-html=\"\">";

/// Returns the page's data with these answers, a JSON list.
pub fn page_data(answers: &str) -> String {
    embeddable(&format!("{{\"queries\":{answers}}}"))
}

/// As [`page_data`], but texts that the page shows as they are do not stand in it twice: the browser takes them from the page. In their place
/// is `{"$html": n}`, the place of the element among those that hold such texts.
pub fn page_data_beside(answers: &str, html: &str) -> String {
    let shown: Vec<usize> = html.match_indices(SHOWN).map(|(at, _)| at + SHOWN.len()).collect();
    match serde_json::from_str(answers) {
        Ok(mut answers) if !shown.is_empty() => {
            refer(&mut answers, html, &shown);
            page_data(&answers.to_string())
        }
        _ => page_data(answers),
    }
}

fn refer(value: &mut Value, html: &str, shown: &[usize]) {
    match value {
        Value::String(text) if text.starts_with('<') => {
            let is_it = |at: &usize| html[*at..].strip_prefix(text.as_str()).is_some_and(|rest| rest.starts_with("</div>"));
            if let Some(place) = shown.iter().position(is_it) {
                *value = json!({ "$html": place });
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| refer(value, html, shown)),
        Value::Object(fields) => fields.values_mut().for_each(|value| refer(value, html, shown)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_the_page_shows_is_referred_to() {
        let answers = r#"[{"data":{"a":"<p>one</p>","b":["<p>two</p>","<p>two"],"c":"two"}}]"#;
        let html = r#"<div class="prose" data-html=""><p>two</p></div><div data-html=""><p>one</p></div>"#;
        assert_eq!(
            page_data_beside(answers, html),
            r#"{"queries":[{"data":{"a":{"$html":1},"b":[{"$html":0},"\u003cp>two"],"c":"two"}}]}"#
        );
        assert_eq!(page_data_beside(answers, "<p>one</p>"), page_data(answers));
        assert_eq!(page_data_beside("no JSON", html), page_data("no JSON"));
    }
}
