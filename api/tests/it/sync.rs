//! Account sync: the terms, the profiles of the earlier shop, and what a person is before and after.

mod going_on;
mod importing;
pub mod people;
mod tokens;
