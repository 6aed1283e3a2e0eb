//! The one way to fail: a `Problem` with a stable code, answered as RFC 9457 problem+json in the caller's language.
//!
//! A handler returns `Result<_, Problem>`; `codes::order_not_found` converts with `?`, as do database and other errors. The text is written by
//! [`answer::layer`], which knows the request's language and id.

pub mod answer;
pub mod codes;
mod constraint;
mod extract;
mod form;
mod notice;
mod refusals;
mod text;
mod unreadable;

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

pub use codes::Code;
pub use constraint::OnConstraint;
pub use extract::{Json, Path, Query, TwoInOne};
pub use form::{Form, required};
pub use notice::Notice;
pub use text::{Lang, baht, baht_exact, fill_in};
pub use unreadable::without_values;

/// A refusal for the caller. Cheap to create; boxed inside, so that results stay small.
#[derive(Clone, Debug)]
pub struct Problem(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    code: Code,
    params: Map<String, Value>,
    fields: BTreeMap<Cow<'static, str>, Code>,
    extra: Map<String, Value>,
    retry_after: Option<u64>,
    /// The actual cause; logged with the request id, never sent.
    cause: Option<String>,
}

impl Problem {
    pub fn new(code: Code) -> Self {
        Self(Box::new(Inner {
            code,
            params: Map::new(),
            fields: BTreeMap::new(),
            extra: Map::new(),
            retry_after: None,
            cause: None,
        }))
    }

    /// Returns a 500 `internal`; the cause goes to the log only.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::new(codes::internal).because(cause)
    }

    /// Returns a 422 `fields_invalid` with one field; add others with [`Problem::field`].
    pub fn invalid(field: impl Into<Cow<'static, str>>, code: Code) -> Self {
        Self::new(codes::fields_invalid).field(field, code)
    }

    /// Adds a parameter that fills `{name}` in the text and is included in `params`.
    #[must_use]
    pub fn param(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.params.insert(name.to_owned(), value.into());
        self
    }

    /// Adds the refusal of one field of the request (its camelCase name).
    #[must_use]
    pub fn field(mut self, field: impl Into<Cow<'static, str>>, code: Code) -> Self {
        self.0.fields.insert(field.into(), code);
        self
    }

    /// Adds a member of the problem's own, beside the standard ones (`changes`, `reasons`).
    #[must_use]
    pub fn with(mut self, name: &str, value: impl serde::Serialize) -> Self {
        let value = serde_json::to_value(value).unwrap_or(Value::Null);
        self.0.extra.insert(name.to_owned(), value);
        self
    }

    /// Sets the seconds after which it makes sense to try again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    #[must_use]
    pub fn because(mut self, cause: impl std::fmt::Display) -> Self {
        self.0.cause = Some(cause.to_string());
        self
    }

    pub fn code(&self) -> Code {
        self.0.code
    }

    pub fn cause(&self) -> Option<&str> {
        self.0.cause.as_deref()
    }

    /// Returns the text shown to people.
    pub fn message(&self, lang: Lang) -> String {
        text::fill(&self.0.code, &self.0.params, lang)
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            // The database is down or out of connections: the request is fine, and a retry may succeed.
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                Self::new(codes::service_unavailable).retry_after(2).because(error)
            }
            sqlx::Error::Database(database) if database.code().as_deref().is_some_and(passes) => {
                Self::new(codes::service_unavailable).retry_after(1).because(error)
            }
            // A zero byte, which PostgreSQL text cannot hold: it came with the request.
            sqlx::Error::Database(database) if matches!(database.code().as_deref(), Some("22021" | "22P05")) => {
                Self::new(codes::bad_request).because(error)
            }
            _ => Self::internal(format!("database: {error}")),
        }
    }
}

/// Returns whether an error of the database (SQLSTATE) is about its state and not about the statement, so that a retry may succeed.
fn passes(code: &str) -> bool {
    // 08: the connection failed. 53: out of disk, memory or connections. 57: stopped from outside, shutting down or starting up. 58: a system
    // error. 40001, 40P01: lost a race. 55P03, 25P03, 25P04: waited for a lock, or was idle or open for too long. 25006: read only, like a
    // standby that is about to take over.
    matches!(code.get(..2), Some("08" | "53" | "57" | "58"))
        || matches!(code, "40001" | "40P01" | "55P03" | "25P03" | "25P04" | "25006")
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<Problem>() {
            Ok(problem) => problem,
            // The underlying error decides, however much context was added to it.
            Err(error) => match error.downcast::<sqlx::Error>() {
                Ok(database) => database.into(),
                Err(error) => Self::internal(format!("{error:#}")),
            },
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(format!("json: {}", without_values(error)))
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.code.name)?;
        if let Some(cause) = &self.0.cause {
            write!(f, ": {cause}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.0.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_by_itself_is_no_fault_of_ours() {
        for code in [
            "53100", "53200", "53300", "53400", "25P03", "25P04", "25006", "57P01", "57P03", "57P05", "57014", "58030", "08006",
            "40001",
        ] {
            assert!(passes(code), "{code}");
        }
        let wrapped = anyhow::Error::from(sqlx::Error::PoolTimedOut).context("load the key").context("sign");
        assert_eq!(Problem::from(wrapped).code(), codes::service_unavailable);
        for code in ["23505", "22021", "42P01", "25P02", "XX000", "", "5"] {
            assert!(!passes(code), "{code}");
        }
    }
}
