//! Data that a feature supplies for the pages rendered by the server, and the spelling of page addresses.

mod feed;
mod linked;
mod own_path;
mod share;
mod source;
pub mod things;
pub mod visit;

pub use feed::{FeedItem, FeedSource};
pub use linked::{LinkedPage, parameters};
pub use own_path::own_path;
pub use share::{ShareCard, ShareScore};
pub use source::{ArticleDates, CachedAnswer, Content, ListedPage, PageRequest, PageSource, Params, Reply};

crate::linked_pages! {
    CONTACT = "/contact";
}
