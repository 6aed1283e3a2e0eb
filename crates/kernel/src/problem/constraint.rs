//! Answers to a database constraint by its name.

use super::{Code, Problem};

pub trait OnConstraint<T> {
    /// The given code when exactly this constraint (or unique index) was violated.
    ///
    /// # Errors
    /// The code, or the database's error as a problem.
    fn on_constraint(self, name: &str, code: Code) -> Result<T, Problem>;

    /// The same as a refused field of the request.
    ///
    /// # Errors
    /// 422 with the field, or the database's error as a problem.
    fn on_constraint_field(self, name: &str, field: &'static str, code: Code) -> Result<T, Problem>;
}

impl<T> OnConstraint<T> for Result<T, sqlx::Error> {
    fn on_constraint(self, name: &str, code: Code) -> Result<T, Problem> {
        self.map_err(|error| if violates(&error, name) { Problem::new(code) } else { error.into() })
    }

    fn on_constraint_field(self, name: &str, field: &'static str, code: Code) -> Result<T, Problem> {
        self.map_err(|error| if violates(&error, name) { Problem::invalid(field, code) } else { error.into() })
    }
}

fn violates(error: &sqlx::Error, name: &str) -> bool {
    error.as_database_error().and_then(|database| database.constraint()) == Some(name)
}
