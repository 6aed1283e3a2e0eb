//! Teams and tournaments for staff in the console.

mod find;

pub use find::{TEAMS, TOURNAMENTS};
