//! The scopes of tournaments that a promoter may hold (specification, section 5). A promoter at a university may hold one for that university or
//! all of them, one at a school likewise; everybody may for organizations.

use crate::profile::EducationLevel;
use crate::tournament::Category;

/// The education level and institution of a promoter who studies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Studies {
    pub level: EducationLevel,
    /// None when the institution is not in the list
    pub academy_id: Option<i64>,
}

/// The scopes that a promoter may choose in a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scopes {
    /// The category has no scope: it is open to everybody
    Everybody,
    /// Any organization, or all
    AnyOrganization,
    /// All institutions of the level, and one's own if there is one
    AllOrOwn(Option<i64>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScopeRefusal {
    #[error("the promoter studies at another level")]
    OtherLevel,
    #[error("not the promoter's own place")]
    OtherPlace,
    #[error("the category is open to everybody")]
    NoScope,
}

/// # Errors
/// When the promoter may hold no tournament of this category.
pub fn scopes(category: Category, studies: Option<Studies>) -> Result<Scopes, ScopeRefusal> {
    let level = match category {
        Category::Open | Category::Pro => return Ok(Scopes::Everybody),
        Category::Company => return Ok(Scopes::AnyOrganization),
        Category::School => EducationLevel::School,
        Category::University => EducationLevel::University,
    };
    match studies {
        Some(studies) if studies.level != level => Err(ScopeRefusal::OtherLevel),
        Some(studies) => Ok(Scopes::AllOrOwn(studies.academy_id)),
        None => Ok(Scopes::AllOrOwn(None)),
    }
}

/// Checks that the promoter may hold a tournament of this category for that organization, or for all of them.
///
/// # Errors
/// The reason; [`ScopeRefusal::OtherLevel`] is about the category, the others are about the organization.
pub fn check(category: Category, organization_id: Option<i64>, studies: Option<Studies>) -> Result<(), ScopeRefusal> {
    match (scopes(category, studies)?, organization_id) {
        (_, None) | (Scopes::AnyOrganization, Some(_)) => Ok(()),
        (Scopes::Everybody, Some(_)) => Err(ScopeRefusal::NoScope),
        (Scopes::AllOrOwn(own), Some(organization)) if own == Some(organization) => Ok(()),
        (Scopes::AllOrOwn(_), Some(_)) => Err(ScopeRefusal::OtherPlace),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_hold_what_for_whom() {
        use Category::{Company, Open, Pro, School, University};
        use ScopeRefusal::{NoScope, OtherLevel, OtherPlace};
        let student = |level, academy_id| Some(Studies { level, academy_id });
        let at_university = student(EducationLevel::University, Some(1));
        let at_school = student(EducationLevel::School, Some(2));
        let unlisted = student(EducationLevel::School, None);
        let cases = [
            (University, Some(1), at_university, Ok(())),
            (University, None, at_university, Ok(())),
            (University, Some(9), at_university, Err(OtherPlace)),
            (School, None, at_university, Err(OtherLevel)),
            (School, Some(1), at_university, Err(OtherLevel)),
            (School, Some(2), at_school, Ok(())),
            (School, None, at_school, Ok(())),
            (School, Some(3), at_school, Err(OtherPlace)),
            (University, None, at_school, Err(OtherLevel)),
            (School, None, unlisted, Ok(())),
            (School, Some(2), unlisted, Err(OtherPlace)),
            // A promoter who does not study may hold school and university tournaments only for all institutions.
            (School, None, None, Ok(())),
            (University, None, None, Ok(())),
            (University, Some(1), None, Err(OtherPlace)),
            (Company, Some(7), None, Ok(())),
            (Company, Some(7), at_school, Ok(())),
            (Company, None, at_university, Ok(())),
            (Open, None, None, Ok(())),
            (Open, Some(1), at_university, Err(NoScope)),
            (Pro, None, at_school, Ok(())),
            (Pro, Some(2), at_school, Err(NoScope)),
        ];
        for (category, organization, studies, expected) in cases {
            assert_eq!(check(category, organization, studies), expected, "{category} for {organization:?} by {studies:?}");
        }
        assert_eq!(scopes(University, at_university), Ok(Scopes::AllOrOwn(Some(1))));
        assert_eq!(scopes(Company, None), Ok(Scopes::AnyOrganization));
        assert_eq!(scopes(Pro, None), Ok(Scopes::Everybody));
    }
}
