//! Parses an incoming query step by step; each step is bounded by the one before it.

use std::collections::HashSet;
use std::sync::LazyLock;

use async_graphql::parser::parse_query;
use async_graphql::{Request, ServerError, Variables};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::cost::Shape;
use super::lexical;
use super::limits::{self, over};
use manao_kernel::problem::{Problem, codes, without_values};

/// The web's documents by the name of their operation.
pub const DOCUMENTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/documents.rs"));

/// Number of errors that a refusal lists, and characters of each: they quote the query.
const TOLD: usize = 5;
const TOLD_LENGTH: usize = 300;

/// `{"query", "variables", "operationName"}`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    query: String,
    operation_name: Option<String>,
    variables: Option<Map<String, Value>>,
}

impl Question {
    /// # Errors
    /// `payload_too_large`; `bad_request` for anything but such an object, including a batch; `query_too_costly` for too many
    /// variables or ones that are not plain values: the schema takes no lists or objects.
    pub fn parse(body: &[u8]) -> Result<Self, Problem> {
        if body.len() > limits::BODY {
            return Err(codes::payload_too_large.into());
        }
        if body.trim_ascii_start().first() != Some(&b'{') {
            return Err(Problem::new(codes::bad_request).because("no JSON object"));
        }
        let question: Self =
            serde_json::from_slice(body).map_err(|error| Problem::new(codes::bad_request).because(without_values(error)))?;
        let variables = question.variables.iter().flatten();
        if variables.clone().count() > limits::VARIABLES {
            return Err(over("variables", limits::VARIABLES));
        }
        if variables.map(|(_, value)| value).any(|value| value.is_array() || value.is_object()) {
            return Err(over("variableDepth", 1));
        }
        Ok(question)
    }

    /// Whether it is a query of one of our pages.
    pub fn is_ours(&self) -> bool {
        static OURS: LazyLock<HashSet<&str>> = LazyLock::new(|| DOCUMENTS.iter().map(|(_, document)| *document).collect());
        OURS.contains(self.query.as_str())
    }

    /// Returns the request, parsed and found to be within the limits.
    ///
    /// # Errors
    /// `query_invalid`, `query_too_costly`.
    pub fn request(self, shape: &Shape) -> Result<Request, Problem> {
        lexical::check(&self.query)?;
        let document = parse_query(&self.query).map_err(|error| refused(&[error.into()]))?;
        let variables = Variables::from_json(Value::Object(self.variables.unwrap_or_default()));
        shape.check(&document, &variables)?;
        let mut request = Request::new(self.query).variables(variables);
        request.operation_name = self.operation_name;
        request.set_parsed_query(document);
        Ok(request)
    }
}

/// Returns the problem of a query that does not fit the schema.
pub fn refused(errors: &[ServerError]) -> Problem {
    let told = errors.iter().take(TOLD).map(|error| {
        let locations: Vec<_> = error.locations.iter().map(|at| json!({"line": at.line, "column": at.column})).collect();
        json!({"message": error.message.chars().take(TOLD_LENGTH).collect::<String>(), "locations": locations})
    });
    Problem::new(codes::query_invalid).with("errors", told.collect::<Vec<_>>())
}

/// Returns the same problem for errors found before the schema is asked.
pub fn invalid(message: &str) -> Problem {
    refused(&[ServerError::new(message, None)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_question_with_plain_variables_is_read() {
        let deep = format!(r#"{{"query":"{{a}}","variables":{}1{}}}"#, r#"{"a":"#.repeat(100), "}".repeat(100));
        let bottomless = format!(r#"{{"query":"{{a}}","variables":{}"#, r#"{"a":"#.repeat(1000));
        let many: Map<String, Value> = (0..11).map(|number| (format!("v{number}"), number.into())).collect();
        let many = json!({"query": "{a}", "variables": many}).to_string();
        let large = json!({"query": " ".repeat(limits::BODY)}).to_string();
        for (body, code) in [
            (r#"{"query":"{a}"}"#, None),
            (r#" {"query":"{a}","variables":null,"operationName":null,"extensions":{"x":[1]}}"#, None),
            (r#"{"query":"{a}","variables":{"a":1,"b":"x","c":null,"d":true,"e":1.5}}"#, None),
            ("", Some("bad_request")),
            ("nonsense", Some("bad_request")),
            ("{}", Some("bad_request")),
            (r#"{"query":1}"#, Some("bad_request")),
            (r#"["{a}"]"#, Some("bad_request")),
            (r#"[{"query":"{a}"},{"query":"{a}"}]"#, Some("bad_request")),
            (r#"{"query":"{a}","variables":[1]}"#, Some("bad_request")),
            (r#"{"query":"{a}","variables":{"a":[1]}}"#, Some("query_too_costly")),
            (&deep, Some("query_too_costly")),
            (&bottomless, Some("bad_request")),
            (&many, Some("query_too_costly")),
            (&large, Some("payload_too_large")),
        ] {
            let read = Question::parse(body.as_bytes());
            assert_eq!(read.err().map(|problem| problem.code().name), code, "{body:.80}");
        }
    }
}
