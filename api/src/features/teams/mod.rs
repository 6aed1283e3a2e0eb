//! Teams.
mod shapes;
pub use shapes::Person;
