//! Games that a person likes, and the player IDs they used before.

mod http;
mod players;
mod store;

use super::Feature;

pub fn feature() -> Feature {
    Feature::of(http::routes())
}
