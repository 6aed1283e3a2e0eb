//! The console's own parts: one search over everything. What staff do and see of a thing belongs to the crate that owns the thing.

mod search;

use manao_kernel::Feature;

/// Returns every feature of this crate.
pub fn features() -> Vec<Feature> {
    vec![search::feature()]
}
