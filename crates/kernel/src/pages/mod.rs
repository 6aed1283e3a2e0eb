//! What a feature supplies for the pages that the server renders, and how addresses of pages are spelled.

mod own_path;
mod source;
pub mod visit;

pub use own_path::own_path;
pub use source::{Asked, CachedAnswer, Content, PageSource, Params, Reply};
