//! The database for commands: the one at `DATABASE_URL`, else the bundled one.

use anyhow::{Context as _, Result};
use manao_postgres::{Embedded, Options};
use sqlx::PgPool;

use crate::database;
use crate::settings::Settings;

/// A pool, and the bundled PostgreSQL if the pool connects to it.
pub struct Database {
    pub pool: PgPool,
    embedded: Option<Embedded>,
}

impl Database {
    /// # Errors
    /// When `DATABASE_URL` cannot be read, or the bundled PostgreSQL does not start.
    pub async fn open(settings: &Settings) -> Result<Self> {
        let connections = settings.database_connections;
        if let Some(url) = &settings.database_url {
            let pool = database::pool(url.parse().context("read DATABASE_URL")?, connections);
            return Ok(Self { pool, embedded: None });
        }
        let options = Options { data: settings.manao_data.clone(), home: settings.postgres_home.clone(), fast: false };
        let embedded = manao_postgres::start(options).await?;
        Ok(Self { pool: database::pool(embedded.connect_options(), connections), embedded: Some(embedded) })
    }

    /// Returns the bundled PostgreSQL, if it is in use.
    pub fn embedded(&self) -> Option<&Embedded> {
        self.embedded.as_ref()
    }

    /// Closes the pool, and stops the bundled PostgreSQL if this process started it.
    pub async fn close(self) {
        self.pool.close().await;
        if let Some(embedded) = self.embedded {
            embedded.stop().await;
        }
    }
}
