//! The first data of a page: answers to the questions that the browser would ask first, word for word, so that it finds them in its
//! cache by operation and variables and asks nothing.

use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::routes::{Page, Visit};
use crate::app::App;
use crate::features::catalogue::{self, DOCUMENTS};

/// What stands in `<script type="application/json" id="page-data">`.
#[derive(Serialize)]
struct PageData<'a> {
    lang: &'static str,
    path: &'a str,
    status: u16,
    /// Server's clock, UTC milliseconds: how old the answers are
    at: i64,
    queries: &'a RawValue,
}

#[derive(Serialize)]
struct Query {
    /// The browser's cache key: operation, variables
    key: (&'static str, Value),
    /// `data` of the GraphQL answer
    data: Box<RawValue>,
}

/// The answers that a page starts from.
pub struct Loaded {
    /// A list of `{key, data}`, as JSON
    pub answers: Box<RawValue>,
    /// Whether every question has its answer; one without is left out, and the browser asks it itself
    pub complete: bool,
}

pub async fn load(app: &App, page: &Page) -> Loaded {
    let mut queries = Vec::new();
    for (operation, variables) in &page.questions {
        if let Some(data) = answer(app, operation, variables).await {
            queries.push(Query { key: (operation, variables.clone()), data });
        }
    }
    let complete = queries.len() == page.questions.len();
    match serde_json::value::to_raw_value(&queries) {
        Ok(answers) => Loaded { answers, complete },
        Err(_) => Loaded { answers: RawValue::NULL.to_owned(), complete: false },
    }
}

/// What the page carries, as JSON that may stand inside HTML.
pub fn write(app: &App, visit: &Visit, page: &Page, loaded: &Loaded) -> String {
    let data = PageData {
        lang: visit.lang.as_str(),
        path: &visit.path,
        status: page.status.as_u16(),
        // Whole minutes, so that an unchanged page keeps its tag.
        at: app.now().timestamp() / 60 * 60_000,
        queries: &loaded.answers,
    };
    embeddable(&serde_json::to_string(&data).unwrap_or_else(|_| "{}".to_owned()))
}

async fn answer(app: &App, operation: &str, variables: &Value) -> Option<Box<RawValue>> {
    #[derive(serde::Deserialize)]
    struct Answer {
        data: Box<RawValue>,
    }
    #[derive(Serialize)]
    struct Request<'a> {
        query: &'a str,
        variables: &'a Value,
    }
    let (_, document) = DOCUMENTS.iter().find(|(name, _)| *name == operation)?;
    let request = serde_json::to_vec(&Request { query: document, variables }).ok()?;
    let answers = catalogue::of(app);
    if !answers.ready(std::time::Duration::from_secs(2)).await {
        return None;
    }
    let answered = answers.answer(&Bytes::from(request), app.now()).await;
    let bytes = answered.inspect_err(|problem| tracing::error!(operation, %problem, "a page's question has no answer")).ok()?;
    let answer: Answer = serde_json::from_slice(&bytes).ok()?;
    Some(answer.data)
}

/// `</script>` and comments cannot begin inside; the separators that older JavaScript took for line ends are escaped too.
pub(super) fn embeddable(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_data_ends_its_script() {
        let json = serde_json::json!({"name": "</script><script>alert(1)</script><!--"}).to_string();
        let safe = embeddable(&json);
        assert!(!safe.contains('<'));
        assert_eq!(serde_json::from_str::<Value>(&safe).unwrap(), serde_json::from_str::<Value>(&json).unwrap());
    }

    #[test]
    fn every_document_is_named() {
        for (name, document) in DOCUMENTS {
            assert!(document.contains(&format!("query {name}")), "{name}");
        }
    }
}
