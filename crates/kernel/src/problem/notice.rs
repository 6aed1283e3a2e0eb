//! A refusal that is shown before anybody was refused: the reason why something is not possible, and the page that fixes it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Code, Lang, Problem};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Notice {
    #[schema(value_type = Code)]
    pub code: &'static str,
    /// In the reader's language, ready to show
    pub message: String,
    /// Path of this site, without the language, where it can be fixed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
}

impl Notice {
    /// Returns the notice of a code, or of a problem with its parameters.
    pub fn new(refusal: impl Into<Problem>, lang: Lang) -> Self {
        let problem: Problem = refusal.into();
        Self { code: problem.code().name, message: problem.message(lang), href: None }
    }

    /// Adds the page where it can be fixed.
    #[must_use]
    pub fn mended_at(self, href: impl Into<String>) -> Self {
        Self { href: Some(href.into()), ..self }
    }
}
