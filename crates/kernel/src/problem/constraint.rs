//! Turns a violated database constraint into a problem, by the constraint's name.

use super::{Code, Problem};

pub trait OnConstraint<T> {
    /// Returns the given code if exactly this constraint (or unique index) was violated.
    ///
    /// # Errors
    /// The code, or the database's error as a problem.
    fn on_constraint(self, name: &str, code: Code) -> Result<T, Problem>;

    /// Works like `on_constraint`, but refuses a field of the request.
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
