//! The console's own parts: what needs staff today, and one search over everything. What staff do and see of a thing belongs to the crate that owns the thing.

mod search;
mod today;

use manao_kernel::Feature;

/// Returns every feature of this crate.
pub fn features() -> Vec<Feature> {
    vec![search::feature(), today::feature()]
}
