//! Games that a person likes, the player IDs they used before, and those they saved.

mod http;
mod players;
mod saved;
mod store;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    http::calls()
}
