//! The parts that a feature adds to the program.

use std::future::Future;
use std::pin::Pin;

use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::access::rules::{Admission, Rule};
use crate::app::App;
use crate::jobs::{JobDefinition, PeriodicTask};
use crate::live::{EventSchema, LiveEvent};
use crate::pages::{FeedSource, PageSource};
use crate::settings::Settings;
use crate::text::Text;

/// Background work of a feature that lasts as long as the process; it ends at [`App::stopping`](crate::app::Inner::stopping).
pub type Background = fn(App) -> Pin<Box<dyn Future<Output = ()> + Send>>;

/// A feature of the program: its calls (paths under `/api`) and their rules, its live events, its jobs, its periodic tasks, its background work
/// the data of its pages and its feeds.
#[derive(Default)]
pub struct Feature {
    pub routes: OpenApiRouter<App>,
    /// Rules of the calls
    pub rules: Vec<Rule>,
    /// Kinds of live events that the feature emits
    pub events: Vec<EventSchema>,
    pub jobs: Vec<JobDefinition>,
    pub periodic_tasks: Vec<PeriodicTask>,
    pub background: Vec<Background>,
    pub pages: Vec<PageSource>,
    /// Numbers that the feature enforces, for texts that name them
    pub facts: Vec<Fact>,
    pub feeds: Vec<FeedSource>,
}

/// A number that the product enforces: its name in texts (`{proposal_hours}`), and its value.
pub type Fact = (&'static str, fn(&Settings) -> Text);

impl Feature {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a call: its handler, `routes!(handler)`, its callers, its target, and its refusals.
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

    /// Registers a kind of live event that the feature emits.
    #[must_use]
    pub fn emits<E: LiveEvent + ToSchema>(mut self) -> Self {
        self.events.push(EventSchema::new::<E>());
        self
    }
}
