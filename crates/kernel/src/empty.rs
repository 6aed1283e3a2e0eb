//! A request or an answer with nothing in it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `{}`
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Empty {}
