//! Access to the calls about articles.

use serde_json::json;

use super::case::{cases, post};

cases! {
    content_vote: post("/content/vote").with(|_| json!({"id": 0, "lang": "th", "helpful": true}));
}
