//! People as the console shows them: masked until staff uncover a field.

mod card;
mod find;
pub mod work;

pub use card::{PersonCard, card};
pub use find::PEOPLE;
