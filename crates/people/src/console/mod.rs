//! People as the console shows them: masked until staff uncover a field.

mod card;
mod find;

pub use card::{PersonCard, card};
pub use find::PEOPLE;
