//! Data that a feature supplies for the pages rendered by the server, and the spelling of page addresses.

mod linked;
mod own_path;
mod source;
pub mod visit;

pub use linked::{LinkedPage, parameters};
pub use own_path::own_path;
pub use source::{CachedAnswer, Content, PageRequest, PageSource, Params, Reply};

crate::linked_pages! {
    CONTACT = "/contact";
}
