# Run a command in the current directory as a new user who is in no group but Users, and return its exit code.
param([Parameter(Mandatory, ValueFromRemainingArguments)] [string[]] $Command)
$ErrorActionPreference = "Stop"

$name = "ordinary"
$word = [guid]::NewGuid().ToString() + "aA1!"
$secret = ConvertTo-SecureString $word -AsPlainText -Force
New-LocalUser -Name $name -Password $secret | Out-Null
Add-LocalGroupMember -Group "Users" -Member $name

# The user needs the sources, and the interpreter that was set up for this job.
$project = "C:\ordinary"
Copy-Item -Recurse -Path (Get-Location) -Destination $project
icacls $project /grant "${name}:(OI)(CI)F" /T /Q | Out-Null
icacls (Split-Path (Get-Command python).Source) /grant "${name}:(OI)(CI)RX" /T /Q | Out-Null

$log = "$project\output.txt"
$script = "$project\run.cmd"
@(
    "@echo off",
    "set PATH=$env:PATH",
    "set CI=1",
    "cd /d $project",
    "whoami /groups | findstr /c:S-1-5-32-544 && (echo this user is an administrator & exit /b 99)",
    "python -m $($Command -join ' ') > $log 2>&1"
) | Set-Content -Path $script -Encoding ascii

$credential = New-Object System.Management.Automation.PSCredential($name, $secret)
$process = Start-Process -FilePath "cmd.exe" -ArgumentList "/c", $script -Credential $credential `
    -WorkingDirectory $project -PassThru -Wait -LoadUserProfile
if (Test-Path $log) { Get-Content $log }
exit $process.ExitCode
