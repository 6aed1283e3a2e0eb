//! Live events about content.

use manao_kernel::live::{LiveEvent, topics};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kinds::ArticleKind;

/// An article was published, changed or taken back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentChanged {
    pub kind: ArticleKind,
    pub id: i64,
    pub version: i32,
    /// Its text is another one: an open page says that there is a newer version. Otherwise the page just shows the change
    pub body: bool,
}

impl LiveEvent for ContentChanged {
    const NAME: &'static str = "content.changed";
    const ABOUT: &'static str = "Entry in `public:content`: an article was published, changed or taken back";

    fn topic(&self) -> String {
        topics::content()
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
