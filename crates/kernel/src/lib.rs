//! The foundation of every part of Manao: the app, the database, jobs, live events, problems, rights, limits and settings. It depends on no
//! feature.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod access;
pub mod app;
pub mod audit;
pub mod backup;
pub mod clock;
pub mod command;
pub mod console;
pub mod database;
pub mod empty;
pub mod feature;
pub mod idempotency;
pub mod jobs;
pub mod lead;
pub mod like;
pub mod limits;
pub mod live;
pub mod note;
pub mod pages;
pub mod paging;
pub mod problem;
pub mod providers;
pub mod sealing;
pub mod secret;
pub mod settings;
pub mod shared_keys;
pub mod storage;
pub mod text;
pub mod typeface;
pub mod worker_pool;

pub use app::App;
pub use clock::Clock;
pub use feature::Feature;
pub use settings::Settings;
