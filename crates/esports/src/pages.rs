//! Pages that esports link to.

manao_kernel::linked_pages! {
    MY_TEAM = "/account/team";
    PROMOTER = "/account/promoter";
    NEW_TOURNAMENT = "/account/form-tournament";
    TEAM = "/esport/team/$id";
    TOURNAMENTS = "/esport/tournament";
    TOURNAMENT = "/esport/tournament/$id";
    TOURNAMENT_TAB = "/esport/tournament/$id/$tab";
    BRACKET = "/esport/tournament/$id/bracket";
    ENTRY = "/esport/tournament/$id/register";
    MANAGE = "/esport/tournament/$id/manage";
    MATCH_ROOM = "/esport/match/$id";
}
