//! An empty request or answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `{}`
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Empty {}
