//! Account sync: the terms, the profiles of the former shop, and a user's state before and after.

mod going_on;
mod importing;
pub mod people;
mod tokens;
