//! Content: articles of every kind, promotions, the help centre and pages, and the files that ship with the product.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod articles;
pub mod console;
pub mod document;
pub mod facts;
pub mod files;
pub mod kinds;
pub mod live;
pub mod markdown;
pub mod schedule;
pub mod search;
pub mod snapshot;
pub mod votes;

use manao_kernel::Feature;

/// Returns every feature of this crate.
pub fn features() -> Vec<Feature> {
    vec![schedule::feature(), votes::feature()]
}
