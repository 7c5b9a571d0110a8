# jq -c -f edit.jq IN > OUT: cornerRadius = 12.5 on every StarView.
def edit:
  if .class == "StarView" then .attributes.cornerRadius = 12.5 else . end
  | if .children then .children |= map(edit) else . end;
.objects |= map(edit)
