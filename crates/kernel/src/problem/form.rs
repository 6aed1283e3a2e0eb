//! Collects the refusals of a form, so that all wrong fields are reported at once.

use std::borrow::Cow;
use std::str::FromStr;

use super::{Code, Problem, codes};

/// The refusals of a form's fields (their camelCase names); [`Form::check`] ends it.
#[derive(Default)]
#[must_use]
pub struct Form(Option<Problem>);

impl Form {
    pub fn refuse(&mut self, field: impl Into<Cow<'static, str>>, code: Code) {
        self.0 = Some(match self.0.take() {
            Some(problem) => problem.field(field, code),
            None => Problem::invalid(field, code),
        });
    }

    /// Returns the value; on a refusal, records it and returns None.
    pub fn field<T, E: Into<Code>>(&mut self, field: &'static str, value: Result<T, E>) -> Option<T> {
        value.map_err(|refusal| self.refuse(field, refusal.into())).ok()
    }

    /// Applies a rule to a text that may be empty.
    pub fn optional<T, E: Into<Code>>(
        &mut self,
        field: &'static str,
        text: Option<&str>,
        rule: impl Fn(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = text.filter(|text| !text.trim().is_empty())?;
        self.field(field, rule(text))
    }

    /// Parses one of an enum's words; an empty text gives None.
    pub fn one_of<T: FromStr>(&mut self, field: &'static str, text: Option<&str>) -> Option<T> {
        self.optional(field, text, |text| text.parse().map_err(|_| codes::field_invalid))
    }

    pub fn is_refused(&self) -> bool {
        self.0.is_some()
    }

    /// # Errors
    /// 422 `fields_invalid` with a code for each refused field.
    pub fn check(self) -> Result<(), Problem> {
        self.0.map_or(Ok(()), Err)
    }
}

/// Checks a required text with a maximum length, and returns it trimmed.
///
/// # Errors
/// `field_required` when it is empty, `field_invalid` when it is too long.
pub fn required(text: &str, longest: usize) -> Result<&str, Code> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(codes::field_required),
        length if length > longest => Err(codes::field_invalid),
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use manao_domain::profile::{EducationLevel, Gender};

    use super::*;

    #[test]
    fn every_wrong_field_is_told() {
        let mut form = Form::default();
        assert_eq!(form.field("note", required(" fine ", 4)), Some("fine"));
        assert_eq!(form.one_of::<Gender>("gender", Some("")), None);
        assert!(!form.is_refused());
        assert_eq!(form.field("reason", required("  ", 4)), None);
        assert_eq!(form.field("name", required("ห้าตัว", 4)), None);
        assert_eq!(form.one_of::<EducationLevel>("level", Some("shool")), None);
        form.refuse("email", codes::email_fixed);
        let fields = form.check().unwrap_err().0.fields;
        let told: Vec<(&str, &str)> = fields.iter().map(|(field, code)| (field.as_ref(), code.name)).collect();
        let expected =
            [("email", "email_fixed"), ("level", "field_invalid"), ("name", "field_invalid"), ("reason", "field_required")];
        assert_eq!(told, expected);
    }
}
