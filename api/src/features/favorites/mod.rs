//! Games that a person likes, the player IDs they used before, and those they keep.

mod http;
mod players;
mod saved;
mod store;

use super::Feature;

pub fn feature() -> Feature {
    Feature::of(http::routes())
}
