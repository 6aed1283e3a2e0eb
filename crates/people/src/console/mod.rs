//! People as the console shows them: masked until staff uncover a field.

mod card;

pub use card::{PersonCard, card};
