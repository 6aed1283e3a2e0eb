//! What a feature brings to the program.

use std::future::Future;
use std::pin::Pin;

use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::jobs::{JobDefinition, PeriodicTask};
use crate::live::{EventSchema, LiveEvent};
use crate::pages::PageSource;

/// Work of a feature that lasts as long as the process; it ends by [`App::stopping`](crate::app::Inner::stopping).
pub type Background = fn(App) -> Pin<Box<dyn Future<Output = ()> + Send>>;

/// What a feature brings: its calls (paths under `/api`, as in `access::RULES`), its live events, its jobs, its periodic tasks, its background work and its
/// pages' data.
pub struct Feature {
    pub routes: OpenApiRouter<App>,
    /// The kinds of live events it emits
    pub events: Vec<EventSchema>,
    pub jobs: Vec<JobDefinition>,
    pub periodic_tasks: Vec<PeriodicTask>,
    pub background: Vec<Background>,
    pub pages: Vec<PageSource>,
}

impl Feature {
    /// A feature of calls only; add jobs and periodic tasks by `Feature { jobs, periodic_tasks, ..Feature::new(routes) }`.
    pub fn new(routes: OpenApiRouter<App>) -> Self {
        Self {
            routes,
            events: Vec::new(),
            jobs: Vec::new(),
            periodic_tasks: Vec::new(),
            background: Vec::new(),
            pages: Vec::new(),
        }
    }

    /// Notes a kind of live event that the feature emits.
    #[must_use]
    pub fn emits<E: LiveEvent + ToSchema>(mut self) -> Self {
        self.events.push(EventSchema::new::<E>());
        self
    }
}
