//! Teams and tournaments for staff in the console.

mod find;
pub mod work;

pub use find::{TEAMS, TOURNAMENTS};
