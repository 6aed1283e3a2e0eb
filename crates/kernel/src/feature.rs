//! What a feature brings to the program.

use std::future::Future;
use std::pin::Pin;

use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::access::rules::{Admission, Rule};
use crate::app::App;
use crate::jobs::{JobDefinition, PeriodicTask};
use crate::live::{EventSchema, LiveEvent};
use crate::pages::PageSource;

/// Work of a feature that lasts as long as the process; it ends by [`App::stopping`](crate::app::Inner::stopping).
pub type Background = fn(App) -> Pin<Box<dyn Future<Output = ()> + Send>>;

/// What a feature brings: its calls (paths under `/api`) and who may make them, its live events, its jobs, its periodic tasks, its background work and its
/// pages' data.
#[derive(Default)]
pub struct Feature {
    pub routes: OpenApiRouter<App>,
    /// Of each call
    pub rules: Vec<Rule>,
    /// The kinds of live events it emits
    pub events: Vec<EventSchema>,
    pub jobs: Vec<JobDefinition>,
    pub periodic_tasks: Vec<PeriodicTask>,
    pub background: Vec<Background>,
    pub pages: Vec<PageSource>,
}

impl Feature {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a call: its handler, `routes!(handler)`, who may make it, over which thing, and its refusals.
    #[must_use]
    pub fn call(mut self, routes: UtoipaMethodRouter<App>, admission: impl Into<Admission>) -> Self {
        self.rules.extend(Rule::of_paths(&routes.1, admission.into()));
        self.routes = self.routes.routes(routes);
        self
    }

    /// Adds the calls of another part of the feature.
    #[must_use]
    pub fn with_calls(mut self, other: Self) -> Self {
        self.rules.extend(other.rules);
        self.routes = self.routes.merge(other.routes);
        self
    }

    /// Notes a kind of live event that the feature emits.
    #[must_use]
    pub fn emits<E: LiveEvent + ToSchema>(mut self) -> Self {
        self.events.push(EventSchema::new::<E>());
        self
    }
}
