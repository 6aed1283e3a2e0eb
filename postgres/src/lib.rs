//! A real PostgreSQL without an installed one: its bundled binaries, started as an unprivileged user on a Unix socket,
//! ended with the process that started it, brought back when it dies.

mod backup;
mod home;
mod owned;
mod place;
mod server;
mod shared;

use std::path::PathBuf;

pub use backup::restore;
pub use owned::{Embedded, start};
pub use shared::{Shared, shared};

/// Where and how to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Folder for the database's files and the lock beside them; made when absent
    pub data: PathBuf,
    /// Folder that holds `bin`, `lib` and `share`; looked for when absent
    pub home: Option<PathBuf>,
    /// Give up safety against a power cut for speed: for tests
    pub fast: bool,
}

/// The database and the role that are made.
pub const NAME: &str = "manao";
