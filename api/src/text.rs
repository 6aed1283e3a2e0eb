//! Content in both languages at once; the web picks.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, async_graphql::SimpleObject)]
#[schema(as = LocalizedText)]
pub struct Text {
    pub th: String,
    pub en: String,
}

impl Text {
    pub fn new(th: impl Into<String>, en: impl Into<String>) -> Self {
        Self { th: th.into(), en: en.into() }
    }
}
