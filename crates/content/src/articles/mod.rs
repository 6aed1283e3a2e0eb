//! What happens to articles: they are saved, published, taken back, restored. The console and `manao content` do the same.

mod actions;
mod store;

pub(crate) use actions::take;
pub use actions::{Saved, archive, publish, restore, save};
pub use store::{ArticleRow, load_document};
